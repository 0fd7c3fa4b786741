/** Entry point of the product. Development and QA builds start at src/dev/main.tsx, with inspectable machines. */
import './page/style-nonce.ts';
import './page/trusted-types.ts';
import '#src/styles/index.css';
import { tolerateForeignDom } from './page/tolerant-dom.ts';
import { startApp } from './start-app.tsx';

tolerateForeignDom(document);
startApp({});
