import { LogoPreview } from '#app/admin/routes/media/logo-preview.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLogo } from '#server/console/media/logo.ts'

/** Shows the logo, or its draft. It has a separate page, because it is a file. */
export function LogoSection({ live, draft, siteName }: Awaited<ReturnType<typeof readLogo>>) {
	const logo = draft ?? live
	return (
		<FormSection id="logo" title="Logo" about={<p className="text-soft">Next to your academy’s name on pages, and in browser tabs.</p>}>
			<div className="flex flex-wrap items-end gap-4">
				{logo && <LogoPreview label={draft ? 'Draft' : 'Public'} logo={logo} siteName={siteName} />}
				<LinkButton to={consolePaths.logo} variant="secondary">
					Change logo
				</LinkButton>
			</div>
		</FormSection>
	)
}
