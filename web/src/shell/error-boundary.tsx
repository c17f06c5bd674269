import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** The content that is shown instead; `again` renders the children once more. */
  instead: (again: () => void) => ReactNode
  onError?: () => void
  /** Called for each attempt. */
  children: () => ReactNode
}

/** Replaces a part that failed, so that the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render() {
    const { instead, children } = this.props
    return this.state.isFailed ? instead(() => this.setState({ isFailed: false })) : children()
  }
}
