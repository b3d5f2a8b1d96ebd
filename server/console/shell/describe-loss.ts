import { CAREER_COURSE_ID } from '#content/career-course.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { countRows } from '#server/db/database.ts'
import type { OrderRow } from '#server/services/commerce/orders/find-order.ts'
import { contentsOf, findHolders, hasAccessEnded } from '#server/services/learning/entitlements/entitlements.ts'

import type { ConsoleRequest } from './console-request.ts'

async function countCertificates({ ctx: { db, content } }: ConsoleRequest, order: OrderRow, opens: CourseContents): Promise<number> {
	const belonging = content.courses.filter(({ belongsTo }) => belongsTo && opens.courses.includes(belongsTo)).map(({ id }) => id)
	const courses = [...opens.courses, ...belonging]
	const holders = await findHolders(db, order)
	if (holders.length === 0 || courses.length === 0) return 0
	const valid = db.selectFrom('certificates').where('revoked_at', 'is', null)
	return countRows(valid.where('user_id', 'in', holders).where('course_id', 'in', courses))
}

/**
 * Describes what a learner loses with this access. The career path isn't counted as a module, because pages never call it one.
 * @param keepsCertificates true if access to what was paid for ends without a refund
 */
export async function describeAccessLoss(request: ConsoleRequest, order: OrderRow, keepsCertificates = false): Promise<string> {
	const { content } = request.ctx
	const opens = contentsOf(order)
	const career = content.courseById(CAREER_COURSE_ID)?.gatedModules ?? []
	const modules = [...content.modulesIn(opens)].filter((module) => career.every(({ id }) => id !== module)).length
	const hasEnded = await hasAccessEnded(request.ctx.db, order.id)
	const certificates = keepsCertificates ? 0 : await countCertificates(request, order, opens)
	const revoked =
		certificates > 0
			? `${countNoun(certificates, 'certificate is', 'certificates are')} revoked, unless another order opens the course.`
			: ''
	const lost = hasEnded
		? [revoked || 'Nothing more.', 'Access has already ended.']
		: [`Access to ${order.product_name} (${countNoun(modules, 'module')}), immediately.`, revoked]
	return [...lost, keepsCertificates ? 'Progress, notes and certificates are kept.' : 'Progress and notes are kept.']
		.filter(Boolean)
		.join(' ')
}
