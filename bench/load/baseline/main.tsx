/** The least a React page can weigh: ours is told as a ratio to it. */
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <main>
      <h1>Hola</h1>
    </main>,
  );
