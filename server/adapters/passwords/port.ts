/** True if a password is one of the first that attackers try. Ignores case. */
export type CommonPasswordList = (password: string) => boolean
