/** `authSession` as `auth-session`: how files are named after a machine's id. */
export const kebabCase = (id: string): string =>
  id.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
