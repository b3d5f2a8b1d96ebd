import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page, PageTabs } from '#app/admin/ui/page.tsx'
import { PdfView } from '#app/admin/ui/pdf-view.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readDocumentPreview } from '#server/console/content/read-previews.ts'

export const loader = createLoader(readDocumentPreview)

type Loaded = Awaited<ReturnType<typeof loader>>

const NAMES = { invoice: 'Invoice', receipt: 'Receipt', certificate: 'Certificate' } as const

const SETTINGS = {
	invoice: [['tax', 'Seller and tax']],
	receipt: [
		['general', 'Name of the academy'],
		['prices', 'Offers'],
	],
	certificate: [
		['general', 'Name of the academy'],
		['brand', 'Colors'],
	],
} as const

function Sample({ shown, sample: { src, text, isChanged } }: Pick<Loaded, 'shown'> & { sample: NonNullable<Loaded['sample']> }) {
	const name = NAMES[shown]
	return (
		<>
			<p>{isChanged ? 'With your unpublished changes.' : 'Your drafts don’t change it.'}</p>
			<PdfView src={src} label={`${name} with sample data`} />
			<p>
				<a href={src}>{`Open the ${name.toLowerCase()} as a PDF`}</a>
			</p>
			<h2>Plain text</h2>
			<pre className="message-text">{text}</pre>
		</>
	)
}

export default function DocumentPreviewPage() {
	const { problems, shown, documents, sample } = useLoaderData<typeof loader>()
	return (
		<Page title="Document preview">
			<p>
				Invoice, receipt and certificate with sample data and all your drafts. <Link to={consolePaths.contentSite}>Site preview</Link>
				{' · '}
				<Link to={consolePaths.contentEmails}>Email preview</Link>
			</p>
			<PageTabs
				label="Documents"
				tabs={documents.map((each) => ({
					label: NAMES[each],
					href: `${consolePaths.contentDocuments}?document=${each}`,
					isCurrent: each === shown,
				}))}
			/>
			<p>
				{'Change it in settings: '}
				{SETTINGS[shown].map(([subject, words], index) => (
					<span key={subject}>
						{index > 0 && ' · '}
						<Link to={`${consolePaths.settings}/${subject}`}>{words}</Link>
					</span>
				))}
			</p>
			{problems.length > 0 && <Problems title="Fix the errors in your drafts to see the documents." problems={problems} />}
			{sample && <Sample shown={shown} sample={sample} />}
			{!sample && problems.length === 0 && (
				<Callout title="Invoices are off">
					Turn on “Create invoices” in <Link to={`${consolePaths.settings}/tax`}>Seller and tax</Link> to see one.
				</Callout>
			)}
		</Page>
	)
}
