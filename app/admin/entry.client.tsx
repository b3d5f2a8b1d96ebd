import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { setUrlToShownPage } from './start-at-shown-page.ts'

startTransition(() => {
	setUrlToShownPage()
	hydrateRoot(document, <HydratedRouter />)
})
