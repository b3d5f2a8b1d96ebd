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
	// These settle the order after the transaction with the decision. If the connection is lost in between, submitting again
	// completes it.
	withOwnTransaction(guardedAction(`${ORDER}/transfer-paid`, markPaid)),
	withOwnTransaction(guardedAction(`${ORDER}/refund-sent`, markRefunded)),
]
