/** Returns whether a password is common, ignoring case. */
export type CommonPasswordList = (password: string) => boolean
