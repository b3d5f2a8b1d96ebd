import { asService } from './as-service.ts'
import { getAuditLog } from './audit.ts'
import { deletePasskeyOf, deleteFactorOf, getFactorsOf, getPasskeysOf, putFactorOf } from './belongings.ts'
import { postGenerateLink, postInvite } from './links.ts'
import { PAGE_QUERY } from './page-headers.ts'
import { deleteUser, getAccount, getUsers, postUser, putAccount } from './users.ts'

/** The admin surface: for the operator's own programs, never for a browser. */
export const adminRoutes = () => ({
	'/invite': { POST: asService(postInvite, ['redirect_to']) },
	'/admin/generate_link': { POST: asService(postGenerateLink, ['redirect_to']) },
	'/admin/audit': { GET: asService(getAuditLog, [...PAGE_QUERY, 'query']) },
	'/admin/users': { GET: asService(getUsers, [...PAGE_QUERY, 'filter', 'sort']), POST: asService(postUser) },
	'/admin/users/:id': { GET: asService(getAccount), PUT: asService(putAccount), DELETE: asService(deleteUser) },
	'/admin/users/:id/factors': { GET: asService(getFactorsOf) },
	'/admin/users/:id/factors/:factor': { PUT: asService(putFactorOf), DELETE: asService(deleteFactorOf) },
	'/admin/users/:id/passkeys': { GET: asService(getPasskeysOf) },
	'/admin/users/:id/passkeys/:passkey': { DELETE: asService(deletePasskeyOf) },
})
