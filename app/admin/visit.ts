import { createContext } from 'react-router'

import type { Visit } from '#server/console/shell/visit.ts'

/** Server data of each request. It is set before any route runs, so there is no default. */
export const visitContext = createContext<Visit>()
