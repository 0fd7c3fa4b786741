/** Entry point of the product. Development and QA builds start at src/dev/main.tsx, with inspectable machines. */
import './style-nonce.ts';
import './trusted-types.ts';
import '#src/styles/index.css';
import { startApp } from './start-app.tsx';
import { tolerateForeignDom } from './tolerant-dom.ts';

tolerateForeignDom(document);
startApp({});
