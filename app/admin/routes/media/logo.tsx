import { Link, useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { TextField } from '#app/ui/field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { PICTURE_TYPES } from '#domain/media/sniff-media.ts'
import { readLogo } from '#server/console/media/logo.ts'

import { LogoPreview } from './logo-preview.tsx'

export const loader = createLoader(readLogo)

export default function LogoPage() {
	const { live, draft, isDraft, isOwn, siteName } = useLoaderData<typeof loader>()
	return (
		<Page title="Logo">
			<p>Your logo appears next to the site name on every page, in browser tabs, on home screens and in link previews.</p>
			{live && <LogoPreview label="Public" logo={live} siteName={siteName} />}
			{draft && <LogoPreview label="Draft" logo={draft} siteName={siteName} />}
			{isDraft && (
				<p>
					<Link to={consolePaths.contentPublish}>Review and publish</Link>
				</p>
			)}
			<ActionForm action={consolePaths.logo} label="Save draft" hasFile>
				{({ field }) => (
					<TextField
						{...field('file')}
						type="file"
						label="New logo"
						hint="PNG with a transparent background (best 512 × 512 pixels, or 1024 × 256 for a wide one) or a simple SVG. A logo at least twice as wide as it’s tall replaces the site name, so it should include the name. Emails show a PNG logo; in place of an SVG, they show the name."
						accept={PICTURE_TYPES}
						required
					/>
				)}
			</ActionForm>
			<p>
				<Link to={`${consolePaths.contentFile}?path=logo.svg&as=text`}>Edit the SVG as text</Link>
			</p>
			{isOwn && <ActionForm action={consolePaths.logoReset} label="Use the original logo" tone="secondary" />}
		</Page>
	)
}

export { action, clientAction } from '#app/admin/routes/action.tsx'
