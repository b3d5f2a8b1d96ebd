/** A program of this installation; `id` null is the installation's own folder. */
export type Earlier = {
	id: string | null
	/** Time of the upgrade that replaced it. */
	replacedAt: string
	/** Copy of the embedded database made before that upgrade. */
	copy: { folder: string; takenAt: string } | null
}
export type Program = { id: string | null; earlier: Earlier[] }
export const RELEASES: string
export function folderOf(id: string | null): string
export function readProgram(): Program
export function recordProgram(program: Program): void
export function environmentOfProgram(): NodeJS.ProcessEnv
export function accountOfService(unitFile?: string): { uid: number; gid: number } | null
export function environmentOfService(unitFile?: string): Record<string, string>
