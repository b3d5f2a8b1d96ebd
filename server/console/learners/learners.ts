import { consolePaths } from '#contracts/console-paths.ts'
import { action, guardedAction, fileRoute, reactPage } from '#server/console/shell/route.ts'

import { add } from './add.ts'
import {
	ban,
	cancelErasure,
	grantAccess,
	liftBan,
	removeFactors,
	requestErasure,
	sendSignUpCode,
	signOutEverywhere,
	takeCopy,
} from './learner-actions.ts'
import { learnerFile } from './learner-file.ts'
import { endView, seeAsLearner, showViewPage } from './view.ts'
import { write } from './write.ts'

const LEARNER = `${consolePaths.learners}/:account`

export const learnerRoutes = [
	reactPage(consolePaths.learners, 'support'),
	learnerFile,
	reactPage(consolePaths.addLearner, 'operator'),
	guardedAction(consolePaths.addLearner, add),
	reactPage(LEARNER, 'support'),
	action(`${LEARNER}/sign-out`, 'support', signOutEverywhere),
	action(`${LEARNER}/write`, 'support', write),
	action(`${LEARNER}/sign-up-code`, 'support', sendSignUpCode),
	guardedAction(`${LEARNER}/see`, seeAsLearner),
	reactPage(`${LEARNER}/view`, 'operator'),
	fileRoute(`${LEARNER}/view/page`, 'operator', showViewPage),
	action(`${LEARNER}/view/end`, 'operator', endView),
	guardedAction(`${LEARNER}/grant`, grantAccess),
	guardedAction(`${LEARNER}/ban`, ban),
	guardedAction(`${LEARNER}/lift-ban`, liftBan),
	guardedAction(`${LEARNER}/factors`, removeFactors),
	guardedAction(`${LEARNER}/copy`, takeCopy),
	guardedAction(`${LEARNER}/erase`, requestErasure),
	guardedAction(`${LEARNER}/keep`, cancelErasure),
]
