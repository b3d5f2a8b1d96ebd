import { useEffect, useState } from 'react'

import { fromContent } from '#app/content.server.ts'
import { SubscriptionButton } from '#app/features/leads/subscription-button.tsx'
import { UnsubscribeLinkForm } from '#app/features/leads/unsubscribe-link-form.tsx'
import { MessagePage } from '#app/shell/message-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/unsubscribe.ts'

export { action } from '#app/form-action.server.ts'

export const loader = fromContent(({ blogWords }) => ({ words: blogWords.subscription, newsletter: blogWords.newsletter }))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.unsubscribe.title, description: words.unsubscribe.text })

export default function UnsubscribeRoute({ loaderData: { words, newsletter } }: Route.ComponentProps) {
	// Server-rendered HTML doesn't depend on the query; without JavaScript the button is always shown.
	const [hasToken, setHasToken] = useState(true)
	useEffect(() => setHasToken(new URLSearchParams(window.location.search).has('token')), [])
	return (
		<MessagePage words={words.unsubscribe}>
			{hasToken && <SubscriptionButton label={words.unsubscribe.button} />}
			<section className="w-full border-t border-line-strong pt-6">
				<h2 className="text-xl">{words.unsubscribe.linkTitle}</h2>
				<p className="mt-2 max-w-read">{words.unsubscribe.linkText}</p>
				<UnsubscribeLinkForm words={words} newsletter={newsletter} />
			</section>
		</MessagePage>
	)
}
