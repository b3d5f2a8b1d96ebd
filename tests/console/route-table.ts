import { readPermissions } from '#scripts/verify/read-permissions.ts'

type Row = { method: string; path: string; least: 'anyone' | 'support' | 'operator'; isGuarded: boolean }

/** Every console path with the lowest role that may use it, from the handwritten `server/console/routes.txt`. */
export const ROUTE_TABLE: readonly Row[] = [...readPermissions().values()]
	.filter(({ path }) => /^\/admin(?:\/|$)/.test(path))
	.map(({ method, path, kind, roles, isGuarded }) => {
		const isOpen = kind === 'link' || roles.has('visitor')
		return { method, path, least: isOpen ? 'anyone' : roles.has('support') ? 'support' : 'operator', isGuarded }
	})
