/** Ignores case. */
export type CommonPasswordList = (password: string) => boolean
