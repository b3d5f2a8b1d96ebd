import { data } from 'react-router'

import { SubscriptionButton } from '#app/features/leads/subscription-button.tsx'
import { SubscriptionPage } from '#app/features/leads/subscription-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'
import { PLEDGE_STEPS, type PledgeStep } from '#contracts/pledge-steps.ts'

import type { Route } from './+types/pledge-step.ts'

const WORDS: Record<PledgeStep, { title: string; text: string }> = {
	stop: { title: 'Stop the reminders?', text: 'We will not email you before your evenings anymore. Your pledge and its calendar stay.' },
	stopped: {
		title: 'The reminders are stopped',
		text: 'You will get no more of them. You can switch them on again on the page of your pledge.',
	},
	expired: {
		title: 'This link does not work',
		text: 'It is not complete, or not one of ours. You can stop reminders on the page of your pledge.',
	},
}

export function loader({ params }: Route.LoaderArgs) {
	const step = PLEDGE_STEPS.find((known) => known === params.step)
	// oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer 404
	if (!step) throw data(null, { status: 404 })
	return { step, words: WORDS[step] }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
	loaderData
		? pageMeta({
				title: loaderData.words.title,
				description: loaderData.words.text,
				path: paths.pledgeStep(loaderData.step),
				noIndex: true,
			})
		: []

const NEXT = { label: 'Go to Your Pledge', href: paths.pledge }

export default function PledgeStepRoute({ loaderData: { step, words } }: Route.ComponentProps) {
	return (
		<SubscriptionPage words={words} {...(step !== 'stop' && { next: NEXT })}>
			{step === 'stop' && <SubscriptionButton label="Stop the Reminders" />}
		</SubscriptionPage>
	)
}
