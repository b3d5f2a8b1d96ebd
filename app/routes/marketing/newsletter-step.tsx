import { fromContent, orNotFound } from '#app/content.server.ts'
import { SubscriptionButton } from '#app/features/leads/subscription-button.tsx'
import { MessagePage } from '#app/shell/message-page.tsx'
import { type PageMetaArgs, stepMeta } from '#app/shell/page-meta.ts'
import { NEWSLETTER_STEPS } from '#contracts/paths.ts'

import type { Route } from './+types/newsletter-step.ts'

export const loader = fromContent(({ blogWords }, { params }) => {
	const step = orNotFound(NEWSLETTER_STEPS.find((known) => known === params.step))
	const { title, text } = blogWords.subscription[step === 'check-inbox' ? 'checkInbox' : step]
	const button = step === 'confirm' ? blogWords.subscription.confirm.button : null
	return { words: { title, text }, button, toBlog: blogWords.subscription.toBlog }
})

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) => stepMeta(matches, loaderData)

export default function NewsletterStepRoute({ loaderData: { words, button, toBlog } }: Route.ComponentProps) {
	if (button === null) return <MessagePage words={words} next={toBlog} />
	return (
		<MessagePage words={words}>
			<SubscriptionButton label={button} />
		</MessagePage>
	)
}
