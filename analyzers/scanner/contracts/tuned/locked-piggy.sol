// SPDX-License-Identifier: MIT

contract LockedPiggy { // expect: missing-pragma, locked-ether
    uint256 public total;

    receive() external payable {
        total += msg.value;
    }
}

contract OpenPiggy {
    address payable private immutable keeper = payable(msg.sender);

    receive() external payable {}

    function empty() external {
        require(msg.sender == keeper, "not you");
        keeper.transfer(address(this).balance);
    }
}
