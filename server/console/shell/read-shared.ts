import { isUuid } from '#server/db/uuid.ts'
import { brandStyle } from '#server/http/react/assets.ts'
import type { ServiceContext } from '#server/services/context.ts'

import type { ConsoleRequest } from './console-request.ts'
import { findConsoleZone } from './console-zone.ts'
import { findNotice } from './flash-messages.ts'
import { findPagesAbove, GROUPS, isInside, NAVIGATION } from './navigation.ts'

/** A count in the navigation says no more than "99+". */
const MAX_COUNT = 100

/** Tickets that wait for an answer. */
async function countOpenTickets({ db }: Pick<ServiceContext, 'db'>): Promise<number> {
	const rows = await db.selectFrom('support_tickets').select('id').where('status', '=', 'open').limit(MAX_COUNT).execute()
	return rows.length
}

/** Data for every page of the React app. `?notice=` names the last action. */
export const readShared = async ({ ctx, ctx: { content, config }, by, url }: ConsoleRequest) => ({
	siteName: content.site.name,
	brandStyle: brandStyle(content).href,
	email: by.email,
	role: by.role,
	formToken: by.formToken,
	isProven: by.isProven,
	timeZone: findConsoleZone(content),
	navigation: GROUPS.map((group) => ({
		group,
		entries: NAVIGATION.filter((entry) => entry.group === group && (entry.role === 'support' || by.role === 'operator')).map((entry) => ({
			label: entry.label,
			href: entry.href,
			isCurrent: isInside(entry, url.pathname),
		})),
	})).filter(({ entries }) => entries.length > 0),
	above: findPagesAbove(url.pathname),
	openTickets: await countOpenTickets(ctx),
	/** The entry of the activity log that the notice offers to undo. */
	undo: isUuid(url.searchParams.get('undo') ?? '') ? url.searchParams.get('undo') : null,
	notice: findNotice(url.searchParams.get('notice'), { isMailSandbox: config.email.mode === 'outbox' }),
})
