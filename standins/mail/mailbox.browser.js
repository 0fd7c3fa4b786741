// Keeps the mailbox list up to date and filters as one types. The page works without it.
const everyMs = 1500;
const search = document.querySelector('#q');
const openId = /\/buzon\/(\d+)/.exec(location.pathname)?.[1] ?? '';
let shown = '';

async function refresh() {
  if (document.hidden) return;
  const query = new URLSearchParams({ q: search.value, abierto: openId });
  const answer = await fetch(`/__local/buzon/lista?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const markup = await answer.text();
  if (markup === shown) return;
  shown = markup;
  const list = document.querySelector('#lista');
  const focused = document.activeElement?.getAttribute('href');
  const fresh = new DOMParser().parseFromString(markup, 'text/html').querySelector('#lista');
  if (!list || !fresh) return;
  const status = list.querySelector('[role=status]');
  const text = fresh.querySelector('[role=status]')?.textContent ?? '';
  if (status && status.textContent !== text) status.textContent = text;
  list.querySelector('ul')?.replaceChildren(...(fresh.querySelector('ul')?.children ?? []));
  if (focused) list.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

search.addEventListener('input', refresh);
setInterval(refresh, everyMs);
