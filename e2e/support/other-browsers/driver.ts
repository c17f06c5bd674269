/** The id of an element of the page. */
export type ElementId = string

/** The parameters of the commands that the tests send, by the names of WebDriver's standard. */
export type Commands = {
  Navigate: { url: string }
  ExecuteAsyncScript: { script: string; args: unknown[] }
  PerformActions: { actions: object[] }
  ElementClick: { id: ElementId }
  ElementSendKeys: { id: ElementId; text: string }
  GetWindowHandles: object
  SwitchToWindow: { handle: string }
  SetWindowRect: { width: number; height: number }
  Print: object
}

/** A real browser that obeys WebDriver. */
export type Driver = {
  /** @throws Error with the browser's message */
  send<Name extends keyof Commands>(command: Name, parameters: Commands[Name]): Promise<unknown>
  /** The folder into which it downloads. */
  downloads: string
  /** Ends the browser and deletes its profile. */
  stop(): Promise<void>
}

/** How the standard's JSON marks a reference to an element. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** Longer than anything in a page should take on a busy machine. */
export const scriptTimeoutMs = 60_000
