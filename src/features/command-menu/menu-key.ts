/** The keys that open the command menu, as this computer names them. */
const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

export const menuKey = isApple ? '⌘ K' : 'Ctrl K';
