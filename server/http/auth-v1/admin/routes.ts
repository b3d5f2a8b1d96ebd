import { asService } from './as-service.ts'
import { getAuditLog } from './audit.ts'
import { deletePasskeyOf, deleteFactorOf, getFactorsOf, getPasskeysOf } from './belongings.ts'
import { postGenerateLink, postInvite } from './links.ts'
import { deleteUser, getAccount, getUsers, postUser, putAccount } from './users.ts'

/** The admin surface: for the operator's own programs, never for a browser. */
export const adminRoutes = () => ({
	'/invite': { POST: asService(postInvite) },
	'/admin/generate_link': { POST: asService(postGenerateLink) },
	'/admin/audit': { GET: asService(getAuditLog) },
	'/admin/users': { GET: asService(getUsers), POST: asService(postUser) },
	'/admin/users/:id': { GET: asService(getAccount), PUT: asService(putAccount), DELETE: asService(deleteUser) },
	'/admin/users/:id/factors': { GET: asService(getFactorsOf) },
	'/admin/users/:id/factors/:factor': { DELETE: asService(deleteFactorOf) },
	'/admin/users/:id/passkeys': { GET: asService(getPasskeysOf) },
	'/admin/users/:id/passkeys/:passkey': { DELETE: asService(deletePasskeyOf) },
})
