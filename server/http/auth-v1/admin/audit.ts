import type { HttpHandler } from '#server/http/environment.ts'
import { type AuditRow, readAuditLog } from '#server/services/platform/audit/read-audit-log.ts'

import { readPageQuery, setPageHeaders } from './page-headers.ts'

const presentEntry = (row: AuditRow) => ({
	id: row.id,
	payload: {
		...(row.payload as Record<string, unknown>),
		action: row.action,
		outcome: row.outcome,
		...(row.user_id !== null && { actor_id: row.user_id }),
	},
	created_at: row.created_at.toISOString(),
	ip_address: row.ip_address,
})

export const getAuditLog: HttpHandler = async (c) => {
	const listed = await readAuditLog(c.var.ctx, readPageQuery(c), c.req.query('query'))
	setPageHeaders(c, '/admin/audit', listed)
	return c.json(listed.items.map(presentEntry))
}
