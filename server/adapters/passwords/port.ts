/** Returns true for a common password, ignoring case. */
export type CommonPasswordList = (password: string) => boolean
