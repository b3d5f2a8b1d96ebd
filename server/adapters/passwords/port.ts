/** True if a password is among the first that attackers try, in any case. */
export type CommonPasswordList = (password: string) => boolean
