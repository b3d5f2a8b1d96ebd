import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { fileAddress } from '#contracts/console-paths.ts'

type File = { title: string; path: string }

/** @param children renders content after each link */
export const FileList = <T extends File>({ files, children }: { files: readonly T[]; children?: (file: T) => ReactNode }) => (
	<ul>
		{files.map((file) => (
			<li key={file.path} className="py-[.35rem] wrap-anywhere">
				<Link to={fileAddress(file.path)} className="link">
					{file.title}
				</Link>{' '}
				{children?.(file)}
			</li>
		))}
	</ul>
)
