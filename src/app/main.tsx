/** Where the product begins. Development and QA begin at src/dev/main.tsx instead, with machines that can be watched. */
import './style-nonce.ts';
import './trusted-types.ts';
import '#src/styles/index.css';
import { startApp } from './start-app.tsx';

startApp({});
