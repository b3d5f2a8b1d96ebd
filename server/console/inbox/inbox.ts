import { places } from '#server/console/shell/places.ts'
import { guardedAction, page } from '#server/console/shell/route.ts'

import { answerActions, showAnswers } from './answers.ts'
import { applicationActions, sendFile, showApplication, showApplications } from './applications.ts'
import { tell } from './early-access.ts'
import { showEarlyAccess, showFeedback } from './forms.ts'
import { showPrivacyRequests } from './privacy-requests.ts'
import { showTicket, ticketActions } from './ticket.ts'
import { showTickets } from './tickets.ts'

/** What people wrote to us. Applications are for operators: they are about our own staff. */
export const inboxRoutes = [
	page(places.tickets, 'support', showTickets),
	page(`${places.tickets}/:ticket`, 'support', showTicket),
	...ticketActions,
	page(places.privacy, 'operator', showPrivacyRequests),
	page(places.applications, 'operator', showApplications),
	page(`${places.applications}/:application`, 'operator', showApplication),
	page(`${places.applications}/:application/file`, 'operator', sendFile),
	...applicationActions,
	page(places.feedback, 'support', showFeedback),
	page(places.earlyAccess, 'support', showEarlyAccess),
	guardedAction(`${places.earlyAccess}/:module`, tell),
	page(places.answers, 'support', showAnswers),
	...answerActions,
]
