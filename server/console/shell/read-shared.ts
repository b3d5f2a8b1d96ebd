import { isUuid } from '#server/db/uuid.ts'
import { brandStyle } from '#server/http/react/assets.ts'

import type { ConsoleRequest } from './console-request.ts'
import { findConsoleZone } from './console-zone.ts'
import { findNotice } from './flash-messages.ts'
import { GROUPS, NAVIGATION } from './navigation.ts'

/** What every page of the React app needs. `?notice=` names what was just done. */
export const readShared = ({ ctx: { content, config }, by, url }: ConsoleRequest) => ({
	siteName: content.site.name,
	brandStyle: brandStyle(content).href,
	email: by.email,
	role: by.role,
	formToken: by.formToken,
	isProven: by.isProven,
	timeZone: findConsoleZone(content),
	navigation: GROUPS.map((group) => ({
		group,
		entries: NAVIGATION.filter((entry) => entry.group === group && (entry.role === 'support' || by.role === 'operator')).map(
			({ label, href, also = [] }) => ({
				label,
				href,
				isCurrent: [href, ...also].some((path) => `${url.pathname}/`.startsWith(`${path}/`)),
			}),
		),
	})).filter(({ entries }) => entries.length > 0),
	/** The entry of the activity log that the notice offers to undo. */
	undo: isUuid(url.searchParams.get('undo') ?? '') ? url.searchParams.get('undo') : null,
	notice: findNotice(url.searchParams.get('notice'), { isMailSandbox: config.email.mode === 'outbox' }),
})
