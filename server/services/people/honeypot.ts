import type { ServiceContext } from '#server/services/context.ts'

/** True if a bot filled in the hidden field. The form then does nothing, but returns the usual response. */
export function isHoneypotFilled(ctx: Pick<ServiceContext, 'log'>, form: string, website: string | undefined): boolean {
	if (website) ctx.log.throttled('info', 'honeypot filled', { form })
	return Boolean(website)
}
