/** Whether a password is one that everybody tries first, whatever its case. */
export type CommonPasswordList = (password: string) => boolean
