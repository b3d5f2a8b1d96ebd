export const root: string
export const home: string
export class UserError extends Error {}
export function nodeOf(folder: string): string | null
export function findNode(): string
export function environmentFile(): string[]
export function asCommand(main: () => Promise<number>): Promise<void>
