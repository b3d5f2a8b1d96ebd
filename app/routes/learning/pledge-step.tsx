import { orNotFound } from '#app/content.server.ts'
import { SubscriptionButton } from '#app/features/leads/subscription-button.tsx'
import { MessagePage } from '#app/shell/message-page.tsx'
import { type PageMetaArgs, stepMeta } from '#app/shell/page-meta.ts'
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
		text: 'We won’t email you before your evenings anymore. Your pledge and its calendar stay.',
		button: 'Stop the Reminders',
	},
	stopped: {
		title: 'The reminders are stopped',
		text: 'You won’t get them anymore. You can turn them on again on your pledge page.',
		isLearners: true,
	},
	support: {
		title: 'Get a one-line update every week?',
		text: 'Every Monday, we email you how many of their course evenings the learner kept in the week before, and nothing else. Every email has a link to stop the updates.',
		button: 'Yes, Send Me the Updates',
	},
	supporting: {
		title: 'You’re a supporter',
		text: 'Your first update comes on Monday. Every email has a link to stop the updates, and the learner can stop them too.',
	},
	unsupport: {
		title: 'Stop emails about this learner?',
		text: 'We’ll delete your address and send no more updates. No learner can invite this address again.',
		button: 'Stop These Emails',
	},
	unsupported: {
		title: 'You won’t get these emails anymore',
		text: 'We deleted your address. No learner can invite it again.',
	},
	expired: {
		title: 'This link doesn’t work',
		text: 'It’s incomplete, invalid or expired. Learners can stop everything on their pledge page; anyone else can write to us through the contact form.',
		isLearners: true,
	},
}

export function loader({ params }: Route.LoaderArgs) {
	const step = orNotFound(PLEDGE_STEPS.find((known) => known === params.step))
	return { words: WORDS[step] }
}

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) => stepMeta(matches, loaderData)

const NEXT = { label: 'Go to Your Pledge', href: paths.pledge }

export default function PledgeStepRoute({ loaderData: { words } }: Route.ComponentProps) {
	return (
		<MessagePage words={words} {...(words.isLearners && { next: NEXT })}>
			{words.button && <SubscriptionButton label={words.button} />}
		</MessagePage>
	)
}
