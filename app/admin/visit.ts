import { createContext } from 'react-router'

import type { Visit } from '#server/console/shell/visit.ts'

/** Context of a request. It is set before any route runs, so it needs no default. */
export const visitContext = createContext<Visit>()
