/** Empty React page: the baseline the product's load times are divided by. */
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <main>
      <h1>Hola</h1>
    </main>,
  );
