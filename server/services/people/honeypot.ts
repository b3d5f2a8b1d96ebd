import type { ServiceContext } from '#server/services/context.ts'

/** True if the sender filled in the field that people do not see: then the answer looks the same, and nothing is done. */
export function isProgram(ctx: Pick<ServiceContext, 'log' | 'requestId'>, form: string, website: string | undefined): boolean {
	if (website) ctx.log.throttled('info', 'honeypot filled', { requestId: ctx.requestId, form })
	return Boolean(website)
}
