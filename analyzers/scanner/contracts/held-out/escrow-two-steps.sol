// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

contract EscrowTwoSteps {
    enum State { Open, Funded, Released }

    address public immutable buyer;
    address payable public immutable seller;
    State public state;

    constructor(address payable seller_) {
        require(seller_ != address(0), "zero");
        buyer = msg.sender;
        seller = seller_;
    }

    function fund() external payable {
        require(msg.sender == buyer && state == State.Open, "no");
        state = State.Funded;
    }

    function release() external {
        require(msg.sender == buyer, "not the buyer");
        require(state == State.Funded, "not funded");
        state = State.Released;
        (bool ok, ) = seller.call{value: address(this).balance}("");
        require(ok, "failed");
    }
}
