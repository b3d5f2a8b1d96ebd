import type { OutboxEntry } from '#contracts/outbox.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { renderStandalonePage } from '#server/http/react/answer-by-react.ts'
import type { RenderedMail } from '#server/services/context.ts'

/** A page about the sandbox, rendered by app/admin/routes/dev. */
export type DevPage =
	| { page: 'outbox'; entries: readonly OutboxEntry[]; to: string | null; hasMail: boolean }
	| { page: 'mails'; samples: readonly Pick<RenderedMail, 'template' | 'subject'>[] }
	| { page: 'mail'; sample: Omit<RenderedMail, 'html'> }

export const showDevPage = (c: HttpContext, page: DevPage): Promise<Response> =>
	renderStandalonePage(c, page, { route: '/dev', isScriptless: true })
