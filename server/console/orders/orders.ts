import { consolePaths } from '#contracts/console-paths.ts'
import { action, actionAfterCall, guardedAction, reactPage, withOwnTransaction } from '#server/console/shell/route.ts'

import { correct } from './correct-invoice.ts'
import { createEvidence } from './evidence.ts'
import { endAccess, grantRefund, markPaid, markRefunded, reconcileNow, sendAgain } from './order-actions.ts'
import { orderFile } from './order-file.ts'

const ORDER = `${consolePaths.orders}/:order`

/** Orders and their actions (app/admin/routes/orders). */
export const orderRoutes = [
	reactPage(consolePaths.orders, 'support'),
	orderFile,
	reactPage(ORDER, 'support'),
	actionAfterCall(`${ORDER}/reconcile`, 'support', reconcileNow),
	action(`${ORDER}/mail`, 'support', sendAgain),
	guardedAction(`${ORDER}/end-access`, endAccess),
	guardedAction(`${ORDER}/evidence`, createEvidence),
	reactPage(`${ORDER}/correct-invoice`, 'operator'),
	guardedAction(`${ORDER}/correct-invoice`, correct),
	guardedAction(`${ORDER}/refund`, grantRefund),
	// They settle the order after the deciding transaction; after a lost connection a second press completes it.
	withOwnTransaction(guardedAction(`${ORDER}/transfer-paid`, markPaid)),
	withOwnTransaction(guardedAction(`${ORDER}/refund-sent`, markRefunded)),
]
