import { fromContent } from '#app/content.server.ts'
import { MessagePage } from '#app/shell/message-page.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'

import type { Route } from './+types/unsubscribed.ts'

export const loader = fromContent(({ blogWords: { subscription } }) => ({ words: subscription.unsubscribed, toBlog: subscription.toBlog }))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.text })

export default function UnsubscribedRoute({ loaderData: { words, toBlog } }: Route.ComponentProps) {
	return <MessagePage words={words} next={toBlog} />
}
