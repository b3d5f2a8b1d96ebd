import { SubscriptionPage } from '#app/features/leads/subscription-page.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/unsubscribed.ts'
import { blogWords } from './articles.server.ts'

export const loader = () => ({ words: blogWords.subscription.unsubscribed, toBlog: blogWords.subscription.toBlog })

export const meta = ({ loaderData: { words } }: Route.MetaArgs) =>
	pageMeta({ title: words.title, description: words.text, path: paths.unsubscribed, noIndex: true })

export default function UnsubscribedRoute({ loaderData: { words, toBlog } }: Route.ComponentProps) {
	return <SubscriptionPage words={words} next={toBlog} />
}
