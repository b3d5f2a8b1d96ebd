import { deliverEvent } from '#server/sandbox/stripe/deliver-event.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Delivers one webhook of the sandbox; throws to be tried again with growing pauses, as the real provider would. */
export const deliverSandboxWebhook = (ctx: ServiceContext, { eventId }: { eventId: string }): Promise<void> => deliverEvent(ctx, eventId)
