// Refreshes the mailbox list and filters it while typing. The page works without it.
const refreshIntervalMs = 1500;
const search = document.querySelector('#q');
const openId = /\/buzon\/(\d+)/.exec(location.pathname)?.[1] ?? '';

async function refresh() {
  if (document.hidden) return;
  const query = new URLSearchParams({ q: search.value, abierto: openId });
  const answer = await fetch(`/__local/buzon/lista?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  replaceList(fresh.querySelector('#lista'));
}

/** Reuses equal rows: replacing a row between press and release would lose the click. */
function replaceList(fresh) {
  const status = document.querySelector('#lista [role=status]');
  const rows = document.querySelector('#lista ul');
  const [freshStatus, freshRows] = [
    fresh.querySelector('[role=status]'),
    fresh.querySelector('ul'),
  ];
  if (!status.isEqualNode(freshStatus)) status.textContent = freshStatus.textContent;
  if (rows.isEqualNode(freshRows)) return;
  const focused = document.activeElement?.getAttribute('href');
  const current = [...rows.children];
  const next = [...freshRows.children].map(
    (row) => current.find((one) => one.isEqualNode(row)) ?? row,
  );
  rows.replaceChildren(...next);
  if (focused) rows.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
}

search.addEventListener('input', refresh);
setInterval(refresh, refreshIntervalMs);
