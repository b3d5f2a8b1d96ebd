import { requireFound } from '#app/content.server.ts'
import { SubscriptionButton } from '#app/features/leads/subscription-button.tsx'
import { MessagePage } from '#app/shell/message-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths, PLEDGE_STEPS, type PledgeStep } from '#contracts/paths.ts'

import type { Route } from './+types/pledge-step.ts'

type Words = {
	title: string
	text: string
	/** Label of the confirmation button; only on pages with a question. */ button?: string
	isLearners?: true
}

const WORDS: Record<PledgeStep, Words> = {
	stop: {
		title: 'Stop the reminders?',
		text: 'We will not email you before your evenings anymore. Your pledge and its calendar stay.',
		button: 'Stop the Reminders',
	},
	stopped: {
		title: 'The reminders are stopped',
		text: 'You will get no more of them. You can switch them on again on the page of your pledge.',
		isLearners: true,
	},
	support: {
		title: 'Get a one-line update every week?',
		text: 'On Mondays we email you how many course evenings the learner who named you kept in the week before. Nothing else is in it, and every email has a link that ends it.',
		button: 'Yes, Send Me the Updates',
	},
	supporting: {
		title: 'You are a supporter',
		text: 'The first update comes on Monday. Every email has a link that ends it, and the learner can end it too.',
	},
	unsupport: {
		title: 'No emails about this learner?',
		text: 'We delete your address and send no more lines. No one can ask this address again to be a supporter.',
		button: 'Send Me No More',
	},
	unsupported: {
		title: 'You get no more of these emails',
		text: 'Your address is deleted. No one can ask it again to be a supporter.',
	},
	expired: {
		title: 'This link does not work',
		text: 'It is not complete, not one of ours, or too old. Learners can stop everything on the page of their pledge; anyone else can write to us through the contact form.',
		isLearners: true,
	},
}

export function loader({ params }: Route.LoaderArgs) {
	const step = requireFound(PLEDGE_STEPS.find((known) => known === params.step))
	return { step, words: WORDS[step] }
}

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	loaderData
		? pageMeta(matches, {
				title: loaderData.words.title,
				description: loaderData.words.text,
				path: paths.pledgeStep(loaderData.step),
				noIndex: true,
			})
		: []

const NEXT = { label: 'Go to Your Pledge', href: paths.pledge }

export default function PledgeStepRoute({ loaderData: { words } }: Route.ComponentProps) {
	return (
		<MessagePage words={words} {...(words.isLearners && { next: NEXT })}>
			{words.button && <SubscriptionButton label={words.button} />}
		</MessagePage>
	)
}
