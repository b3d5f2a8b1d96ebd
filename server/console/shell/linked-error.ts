import { ServiceError } from '#server/kernel/errors.ts'

export type Link = { label: string; href: string }

/** `link`: page where the error can be fixed. */
export class LinkedError extends ServiceError {
	readonly link: Link

	constructor({ code, message, link }: { code: string; message: string; link: Link }) {
		super('conflict', code, message)
		this.link = link
	}
}

export const linkOfError = (error: unknown): Link | null => (error instanceof LinkedError ? error.link : null)
