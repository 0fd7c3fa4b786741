/** Setup of component tests: the mocked backend. */
import { setupScreenTests } from './screen-harness.tsx';

setupScreenTests();
