// Keeps the mailbox list up to date and filters as one types. The page works without it.
const everyMs = 1500;
const search = document.querySelector('#q');
const openId = /\/buzon\/(\d+)/.exec(location.pathname)?.[1] ?? '';

async function refresh() {
  if (document.hidden) return;
  const query = new URLSearchParams({ q: search.value, abierto: openId });
  const answer = await fetch(`/__local/buzon/lista?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  show(fresh.querySelector('#lista'));
}

/** Changes only what differs: a row under someone's finger must not be swapped between press and release. */
function show(fresh) {
  const status = document.querySelector('#lista [role=status]');
  const rows = document.querySelector('#lista ul');
  const [said, wanted] = [fresh.querySelector('[role=status]'), fresh.querySelector('ul')];
  if (!status.isEqualNode(said)) status.textContent = said.textContent;
  if (rows.isEqualNode(wanted)) return;
  const focused = document.activeElement?.getAttribute('href');
  const kept = [...rows.children];
  const next = [...wanted.children].map((row) => kept.find((one) => one.isEqualNode(row)) ?? row);
  rows.replaceChildren(...next);
  if (focused) rows.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

search.addEventListener('input', refresh);
setInterval(refresh, everyMs);
