import { useSearchParams } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { EnrollButton } from '#app/features/checkout/enroll-button.tsx'
import { LibraryPage } from '#app/features/library/library-page.tsx'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useUserId } from '#app/lib/stored-session.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/templates.ts'
import { groupLibrary } from './library.server.ts'

export const loader = fromContent((content) => ({
	words: content.libraryWords,
	groups: groupLibrary(content),
	productName: content.lifetimeOffer.productName,
}))

export const meta = ({ loaderData: { words }, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: words.title, description: words.description, path: paths.templates, image: '/og/templates.png' })

export default function TemplatesRoute({ loaderData: { words, groups, productName } }: Route.ComponentProps) {
	const query = useSearchParams()[0]
	// The server renders the page without a query, so the query is read after hydration.
	const refused = useHydrated() ? query.get('refused') : null
	return (
		<QueryProvider>
			<LibraryPage
				words={words}
				groups={groups}
				userId={useUserId()}
				refused={refused}
				purchase={<EnrollButton productName={productName} label={words.locked.buyLabel} busyLabel={words.locked.busyLabel} />}
			/>
		</QueryProvider>
	)
}
