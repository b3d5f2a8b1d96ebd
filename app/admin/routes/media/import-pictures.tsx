import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readExternalPictures } from '#server/console/media/import-pictures.ts'

export const loader = createLoader(readExternalPictures)

type Picture = Awaited<ReturnType<typeof loader>>['pictures'][number]

const siteOf = (url: string) => URL.parse(url.startsWith('//') ? `https:${url}` : url)?.hostname ?? url

const One = ({ picture: { path, title, href, url, alt } }: { picture: Picture }) => (
	<li className="grid gap-3">
		<p>
			<a href={url} rel="noopener noreferrer" target="_blank">
				{`Picture from ${siteOf(url)}`}
			</a>
			{' in '}
			<Link to={href}>{title}</Link>
		</p>
		<ActionForm
			action={consolePaths.mediaImport}
			id={`${path} ${url}`}
			label="Import"
			tone="secondary"
			hidden={{ path, url }}
			fields={[{ name: 'alt', label: 'Description', hint: 'What it shows, for people who can’t see it.', value: alt, maxLength: 500 }]}
		/>
	</li>
)

export default function ImportPicturesPage() {
	const { pictures } = useLoaderData<typeof loader>()
	return (
		<Page title="Pictures from other sites">
			<p>
				Pages don’t show pictures from other sites, because those sites would learn who reads your lessons. Import a picture to show it, if
				you have the right to use it. The draft of the text then shows your copy; publish it when it’s ready.
			</p>
			{pictures.length === 0 ? (
				<p className="empty">No text shows a picture from another site.</p>
			) : (
				<ul className="grid gap-8">
					{pictures.map((picture) => (
						<One key={`${picture.path} ${picture.url}`} picture={picture} />
					))}
				</ul>
			)}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
