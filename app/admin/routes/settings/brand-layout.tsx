import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Drawing } from '#app/ui/raw-html.tsx'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { PICTURE_TYPES } from '#domain/media/sniff-media.ts'
import type { readBrand } from '#server/console/settings/read-brand.ts'

import { BrandPreview } from './brand-preview.tsx'
import { HeadingFontUpload } from './heading-font-upload.tsx'

export type Brand = Awaited<ReturnType<typeof readBrand>>

const History = ({ file, isDraft, of }: { file: string; isDraft: boolean; of: string }) => (
	<p className="flex flex-wrap items-center gap-x-4 gap-y-1">
		{isDraft && <Link to={consolePaths.contentPublish}>Review and publish</Link>}
		<Link to={fileAddress(file, consolePaths.contentHistory)}>
			History<span className="sr-only">{` of the ${of}`}</span>
		</Link>
		{file === 'logo.svg' && <Link to={`${consolePaths.contentFile}?path=logo.svg&as=text`}>Edit the SVG as text</Link>}
	</p>
)

/** Height of a shown logo, the same as in the header. */
const HEIGHT = 40

function LogoForm({ of: { path, isDark, isDraft, logo, isOwn } }: { of: Brand['logos'][number] }) {
	const { ratio = 1, viewBox, fill, shapes } = logo ?? {}
	const hidden = { dark: isDark ? 'yes' : '' }
	return (
		<div className="grid content-start gap-2">
			<h3>{isDark ? 'Logo in dark mode (optional)' : 'Logo'}</h3>
			<div
				className={`flex min-h-18 items-center rounded-[.5rem] border border-line-strong px-5 py-4 ${isDark ? 'bg-[#141a2a] text-[#f4ead6]' : 'bg-[#f7f0e1] text-[#1b2333]'}`}
			>
				{shapes === undefined ? (
					'Same as the logo'
				) : (
					<Drawing height={HEIGHT} width={HEIGHT * ratio} viewBox={viewBox} fill={fill} shapes={shapes} />
				)}
			</div>
			<ActionForm action={consolePaths.logo} id={path} label="Upload" hidden={hidden} tone="secondary" hasFile>
				{({ field }) => (
					<TextField
						{...field('file')}
						type="file"
						label={isDark ? 'New logo for dark mode' : 'New logo'}
						accept={PICTURE_TYPES}
						required
					/>
				)}
			</ActionForm>
			<History file={path} isDraft={isDraft} of={isDark ? 'logo in dark mode' : 'logo'} />
			{isOwn && (
				<ActionForm
					action={consolePaths.logoReset}
					id={path}
					label={isDark ? 'Use the same logo' : 'Use the original logo'}
					hidden={hidden}
					tone="quiet"
				/>
			)}
		</div>
	)
}

/** The brand's forms and uploads, next to a preview that follows what is typed. */
export function BrandLayout({ brand, version, forms }: { brand: Brand; version: string; forms: ReactNode }) {
	const { logos, font, icon } = brand
	const shown = [version, ...logos.map(({ base }) => base), font.base].join(' ')
	return (
		<div data-brand="" className="grid grid-cols-1 items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_23rem]">
			<div className="grid min-w-0 grid-cols-1 gap-6">
				<FormSection
					id="logo"
					title="Logo and icon"
					about={
						<p className="text-soft">
							PNG with a transparent background (best 512 × 512 pixels, or 1024 × 256 for a wide one) or a simple SVG. A logo at least twice
							as wide as it’s tall replaces the name, so it should include the name. Emails show a PNG logo; in place of an SVG, they show
							the name.
						</p>
					}
				>
					<div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-1 2xl:grid-cols-2">
						{logos.map((each) => (
							<LogoForm key={each.path} of={each} />
						))}
					</div>
					<p className="flex items-center gap-3">
						<img src={`${icon}?v=${encodeURIComponent(shown)}`} width={32} height={32} alt="" />
						The icon in browser tabs and on phones is made from your logo.
					</p>
				</FormSection>
				{forms}
				<FormSection id="heading-font" title="Heading font">
					<ActionForm
						action={consolePaths.contentFile}
						label="Upload font"
						hidden={{ path: font.path, base: font.base }}
						tone="secondary"
						hasFile
					>
						{({ errors }) => <HeadingFontUpload font={font.sample} error={errors.file} />}
					</ActionForm>
					<History file={font.path} isDraft={font.isDraft} of="heading font" />
					{font.isOwn && (
						<ActionForm
							action={consolePaths.contentOrigin}
							label="Use the brand font"
							hidden={{ path: font.path, base: font.base }}
							tone="quiet"
						/>
					)}
				</FormSection>
			</div>
			<BrandPreview key={shown} brand={brand} />
		</div>
	)
}
